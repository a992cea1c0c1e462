/** Why a service does not respond, and what to do about it: for operators. */

const nexts: readonly (readonly [code: RegExp, next: string])[] = [
  [
    /SELF_SIGNED|\bUNABLE_TO_/,
    'Set NODE_EXTRA_CA_CERTS, in the environment and not in .env, to a file with the certificate of its authority.',
  ],
  [/\bCERT_/, 'Renew the certificate of the service, or correct the clock of this machine.'],
  [/ALTNAME/, 'Use a host of its certificate in FIELD_DATA_URL.'],
  [/PROTOCOL_VERSION/, 'Let the service accept TLS 1.2 or newer.'],
  [/NO_APPLICATION_PROTOCOL/, 'Let the service speak HTTP/1.1, too.'],
  [/\bERR_SSL_|\bEPROTO\b/, 'Use the port of HTTPS, or http:// where the service has no TLS.'],
  [/UND_ERR_SOCKET/, 'Check that the service runs, and whether FIELD_DATA_URL must begin with https.'],
  [/\bENOTFOUND\b/, 'Correct the host in FIELD_DATA_URL.'],
];

/** The code of a failed connection. Unlike the message, it contains no address. */
export const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code ?? 'connection lost');

/** What to do about a reason with such a code; undefined for others. */
export const adviceOn = (reason: string): string | undefined => nexts.find(([code]) => code.test(reason))?.[1];
