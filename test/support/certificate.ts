/** Certificates for tests, made by openssl (`apt-get install openssl`). */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** The name of a test server on the loopback. */
export const loopbackName = 'IP:127.0.0.1';

/** Makes a key and a certificate for this name and number of days, and the file of the certificate, in a folder. */
export function makeCertificate(folder: string, days = 1, name = loopbackName) {
  const [key, certificate] = [join(folder, 'key'), join(folder, 'certificate')];
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' });
  const named = ['-subj', '/CN=service', '-addext', `subjectAltName=${name}`];
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...named);
  // Only this command accepts a negative number of days.
  openssl('x509', '-in', certificate, '-signkey', key, '-days', String(days), '-out', certificate);
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8'), file: certificate };
}

/** Accepts a certificate until the end of the test. */
export function trustCertificate(cert: string): void {
  const own = getCACertificates();
  setDefaultCACertificates([...own, cert]);
  onTestFinished(() => setDefaultCACertificates(own));
}
