/** Names of accounts, as operators give them. */
import { required, UsageError } from '../platform/cli/command-line.ts';

// No tilde: the demo's own account begins with one.
const accountForm = /^[a-z0-9][a-z0-9._-]{0,62}$/;

/** The value of --account. Throws UsageError. */
export function readAccount(account: string | undefined): string {
  const name = required(account, 'account');
  if (accountForm.test(name)) return name;
  throw new UsageError('--account must be small letters, digits, dots, hyphens and underscores, at most 63 of them.');
}
