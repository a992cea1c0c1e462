/** The form of DATABASE_URL: which URLs PostgreSQL's library reads as they are meant. */
import { z } from 'zod';

/** Several hosts, after the user or in the query. */
const severalHosts = /^[^:]*:\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)|[?&]host=[^&#]*(?:,|%2C)/i;

/** Others are read in two ways: by `URL`, and by the library of PostgreSQL, which could take the password for a name. */
const databaseForm = /^postgres(?:ql)?:\/\/[^/?#\s]*(?:\/[^?#:@\s]*)?(?:\?[^#\s]*)?$/i;

/** Values of `sslmode` that either encrypt or do not. */
export const sslModes: ReadonlySet<string> = new Set(['disable', 'require', 'verify-ca', 'verify-full']);

/** Parameters that the library of PostgreSQL obeys. It would ignore any other, such as a misspelt sslmode. */
const databaseParameters = [
  'host port user password application_name fallback_application_name options client_encoding',
  'sslmode sslrootcert sslcert sslkey sslnegotiation ssl uselibpqcompat',
  'statement_timeout lock_timeout idle_in_transaction_session_timeout query_timeout',
].flatMap((row) => row.split(' '));

const queryOf = (url: string) => new URLSearchParams(/\?([^#]*)/.exec(url)?.[1]);

/** The letters of a name in order, without their case: the same for `sslmdoe` and `SSL_MODE`. */
const lettersOf = (name: string) => [...name.toLowerCase().replaceAll(/[^a-z]/g, '')].sort().join('');

/** What must be changed in the parameters of a URL. The library would take the last of two. */
function wrongParameter(url: string): string | undefined {
  const names = [...queryOf(url).keys()];
  const doubled = names.find((name, at) => databaseParameters.includes(name) && names.indexOf(name) < at);
  if (doubled !== undefined) return `must have ${doubled} only once`;
  const unknown = names.find((name) => !databaseParameters.includes(name));
  if (unknown === undefined) return undefined;
  const meant = databaseParameters.find((name) => lettersOf(name) === lettersOf(unknown));
  if (meant !== undefined) return `must have ${meant}, not ${unknown}`;
  // Before an `@`, it may be a part of the password.
  const isShown = /^\w+$/.test(unknown) && !/\?.*@/.test(url);
  return `must have no parameter ${isShown ? unknown : 'of another name'}, only ${databaseParameters.join(', ')}`;
}

/** An address of a PostgreSQL database. That of a Unix socket may have a user and no host, which `URL` refuses. */
export const databaseUrl = z
  .string()
  .refine((value) => !severalHosts.test(value), {
    error: 'must name one host, such as a proxy that leads to the primary',
    abort: true,
  })
  .refine(
    (value) => databaseForm.test(value) && URL.canParse(value.replace('@/', '@host/')),
    'must be a postgres address without white space, whose user and password are percent-encoded',
  )
  .refine(
    (value) => new Set(queryOf(value).getAll('sslmode')).isSubsetOf(sslModes),
    'must have an sslmode of disable, require, verify-ca or verify-full, not prefer, allow or another',
  )
  .refine((value) => wrongParameter(value) === undefined, { error: ({ input }) => wrongParameter(String(input)) })
  .optional();
