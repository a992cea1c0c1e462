/** The files of deploy/ as tests read them: as text, and parsed from YAML. */
import { readdirSync, readFileSync } from 'node:fs';
import type { IContainer } from 'kubernetes-models/v1';
import type { IDeployment } from 'kubernetes-models/apps/v1';
import { parse, parseAllDocuments } from 'yaml';

/** The folder, with a slash at its end. */
export const deployFolder = new URL('../../../deploy/', import.meta.url).pathname;

/** The text of a file of deploy/. */
export function readDeployFile(name: string): string {
  return readFileSync(`${deployFolder}${name}`, 'utf8');
}

/** The properties of a container of compose.yaml that tests use. */
export interface ComposeService {
  image: string;
  networks: string[] | Record<string, { ipv4_address: string } | null>;
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  ports?: string[];
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  mem_limit?: string;
  ulimits?: Record<string, number>;
  healthcheck: { test: string[] };
  logging?: { options: Record<string, string> };
}

/** compose.yaml, its `<<` resolved. */
export interface Compose {
  services: Record<'gateway' | 'service' | 'database' | 'redis', ComposeService>;
  secrets: Record<string, { file: string }>;
  networks: { inside: { ipam: { config: { subnet: string }[] } } };
}

/** Reads compose.yaml. */
export function readCompose(): Compose {
  return parse(readDeployFile('compose.yaml'), { merge: true });
}

/** An object of Kubernetes of any kind. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: Record<string, unknown>;
}

/** The objects of deploy/kubernetes, by file. */
export function readManifests(): Map<string, Manifest[]> {
  const names = readdirSync(`${deployFolder}kubernetes`);
  return new Map(
    names.map((name) => [
      name,
      parseAllDocuments(readDeployFile(`kubernetes/${name}`)).map((document) => {
        if (document.errors.length > 0) throw document.errors[0];
        return document.toJS();
      }),
    ]),
  );
}

/** The Deployment of the gateway or the service, and its only container. */
export function deploymentOf(role: 'gateway' | 'service'): { deployment: IDeployment; container: IContainer } {
  const manifests = readManifests().get(`${role}.yaml`) ?? [];
  const deployment = manifests.find(({ kind }) => kind === 'Deployment') as unknown as IDeployment;
  const [container] = deployment.spec?.template.spec?.containers ?? [];
  if (container === undefined) throw new Error(`deploy/kubernetes/${role}.yaml deploys no container`);
  return { deployment, container };
}

/** The environment variables of a container. */
export function environmentOf({ env = [] }: IContainer): Record<string, string> {
  return Object.fromEntries(env.map(({ name, value = '' }) => [name, value]));
}
