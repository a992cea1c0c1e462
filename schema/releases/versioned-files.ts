/** The committed files that state the version, and functions that raise it. These edit text, so that the layout does not change. */

export interface Raise {
  from: string;
  to: string;
  /** `2026-12-01`. */
  today: string;
}

/** Function for each file, by its path from the root of the repository. */
export const versionedFiles: Readonly<Record<string, (text: string, raise: Raise) => string>> = {
  'package.json': (text, raise) => replaceVersions(text, raise, 1),
  // The first two versions in this file are ours.
  'package-lock.json': (text, raise) => replaceVersions(text, raise, 2),
  'schema/sdk-release.json': (text, raise) =>
    replaceVersions(text, raise, 1)
      .replace(/("released_at": ")[^"]*/, `$1${raise.today}T00:00:00Z`)
      .replace(`client@${raise.from}"`, `client@${raise.to}"`),
  'client/package.json': (text, raise) => replaceVersions(text, raise, 1),
  'README.md': (text, { from, to }) => text.replaceAll(`Fieldgraph ${from} is running`, `Fieldgraph ${to} is running`),
  'docs/front-ends.md': (text, { from, to }) => text.replaceAll(`client-${from}.tgz`, `client-${to}.tgz`),
  'docs/operators.md': (text, { from, to }) => text.replaceAll(`fieldgraph-${from}.tgz`, `fieldgraph-${to}.tgz`),
  'deploy/kubernetes/gateway.yaml': raiseImage,
  'deploy/kubernetes/service.yaml': raiseImage,
  // The copy of the client that the examples install.
  'examples/package-lock.json': (text, { from, to }) =>
    text.replace(
      new RegExp(`("node_modules/@fieldgraph/client": \\{\\s*"version": )"${RegExp.escape(from)}"`),
      `$1"${to}"`,
    ),
};

function raiseImage(text: string, { from, to }: Raise): string {
  return text.replaceAll(`/fieldgraph:${from}`, `/fieldgraph:${to}`);
}

function replaceVersions(text: string, { from, to }: Raise, times: number): string {
  let left = times;
  return text.replaceAll(`"version": "${from}"`, (found) => (left-- > 0 ? `"version": "${to}"` : found));
}
