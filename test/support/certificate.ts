/** Certificates for tests, made by openssl (`apt-get install openssl`). */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { onTestFinished } from 'vitest';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** Names a server of a test on the loopback. */
export const loopbackName = 'IP:127.0.0.1';

/** A key and its certificate of this name for these days, and the file of the certificate, in a folder. */
export function makeCertificate(folder: string, days = 1, name = loopbackName) {
  const [key, request, certificate, names] = ['key', 'request', 'certificate', 'names'].map((file) =>
    join(folder, file),
  ) as [string, string, string, string];
  const openssl = (...words: string[]) => execFileSync('openssl', words, { stdio: 'ignore' });
  openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', request, '-subj', '/CN=service');
  writeFileSync(names, `subjectAltName=${name}`);
  const signed = ['-signkey', key, '-days', String(days), '-extfile', names, '-out', certificate];
  openssl('x509', '-req', '-in', request, ...signed);
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(certificate, 'utf8'), file: certificate };
}

/** Accepts a certificate until the end of the test. */
export function trustCertificate(cert: string): void {
  const own = getCACertificates();
  setDefaultCACertificates([...own, cert]);
  onTestFinished(() => setDefaultCACertificates(own));
}
