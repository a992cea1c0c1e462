/**
 * deploy/kubernetes, as far as it can be checked without a cluster: each object by the schemas and types of kubernetes-models, generated
 * from Kubernetes's own description, and by the guarantees of the product.
 */
import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler, type IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { type INetworkPolicy, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { type IPodDisruptionBudget, PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { type IService, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { describeSettings, readConfig } from '../../src/config.ts';
import { deploymentOf, environmentOf, type Manifest, readDeployFile, readManifests } from './support/files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url).pathname;
const manifests = readManifests();
const roles = ['gateway', 'service'] as const;

const models = { Deployment, Service, PodDisruptionBudget, HorizontalPodAutoscaler, NetworkPolicy } as const;
type Kind = keyof typeof models;

const isKind = (kind: string): kind is Kind => Object.hasOwn(models, kind);

/** The error of the schemas for an object: a value that is missing, of another type or out of bounds. */
function schemaErrorOf(manifest: Manifest): string | undefined {
  if (!isKind(manifest.kind)) return `no schema for ${manifest.kind}`;
  try {
    new models[manifest.kind](structuredClone(manifest) as never).validate();
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
}

/** The errors of the compiler for objects as literals of their types: unknown properties, which the schemas accept. */
async function typeErrorsOf(objects: readonly Manifest[]): Promise<string> {
  await using folder = await temporaryFolder();
  symlinkSync(join(root, 'test/deploy/node_modules'), join(folder.path, 'node_modules'));
  const lines = objects.flatMap((manifest, at) => [
    `import type { I${manifest.kind} as T${at} } from 'kubernetes-models/${manifest.apiVersion}';`,
    `export const object${at}: T${at} = ${JSON.stringify(manifest)};`,
  ]);
  const file = join(folder.path, 'manifests.mts');
  writeFileSync(file, lines.join('\n'));
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];
  const tsc = join(root, 'node_modules/.bin/tsc');
  return await run(tsc, [...flags, file], { cwd: folder.path }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => stdout + stderr,
  );
}

const specOf = <Kind extends { kind: string; spec?: unknown }>(role: string, kind: Kind['kind']) =>
  manifests.get(`${role}.yaml`)?.find((manifest) => manifest.kind === kind)?.spec as NonNullable<Kind['spec']>;

describe('deploy/kubernetes', () => {
  const all = [...manifests.values()].flat();

  it('has objects of every kind for gateway and service', () => {
    expect([...manifests.keys()].toSorted()).toEqual(['gateway.yaml', 'service.yaml']);
    for (const objects of manifests.values()) {
      expect(objects.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(models).toSorted());
    }
  });

  it.each(all.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest]))(
    '%s fits the schema of its kind',
    (_, manifest) => {
      expect(schemaErrorOf(manifest)).toBeUndefined();
    },
  );

  it('has no property that Kubernetes does not know', async () => {
    expect(await typeErrorsOf(all)).toBe('');
    const misspelt = readDeployFile('kubernetes/gateway.yaml').replace('readinessProbe:', 'readinesProbe:');
    const objects = parseAllDocuments(misspelt).map((document) => document.toJS() as Manifest);
    expect(await typeErrorsOf(objects)).toMatch(/readinesProbe.* does not exist/);
  });

  it('fails the schemas with a port that is not a number', () => {
    const [service] = all.filter(({ kind }) => kind === 'Service');
    expect(schemaErrorOf({ ...(service as Manifest), spec: { ports: [{ port: 'http' }] } })).toContain('port');
  });
});

describe.each(roles)('the %s in Kubernetes', (role) => {
  const { deployment, container } = deploymentOf(role);
  const pod = deployment.spec?.template.spec;
  const labels = deployment.spec?.template.metadata?.labels;
  const environment = environmentOf(container);
  const budget = specOf<IPodDisruptionBudget>(role, 'PodDisruptionBudget');
  const scaler = specOf<IHorizontalPodAutoscaler>(role, 'HorizontalPodAutoscaler');
  const service = specOf<IService>(role, 'Service');
  const policy = specOf<INetworkPolicy>(role, 'NetworkPolicy');

  it('is selected by its Service, disruption budget, network policy and autoscaler', () => {
    expect(deployment.spec?.selector.matchLabels).toEqual(labels);
    expect(service.selector).toEqual(labels);
    expect(budget.selector?.matchLabels).toEqual(labels);
    expect(policy.podSelector?.matchLabels).toEqual(labels);
    expect(scaler.scaleTargetRef).toMatchObject({ kind: 'Deployment', name: deployment.metadata?.name });
    expect(container.args).toEqual([role]);
  });

  it('uses only existing settings, with valid values', () => {
    const known = new Set(describeSettings().map(({ name }) => name));
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
    const plain = Object.entries(environment).filter(([name]) => !name.endsWith('_FILE'));
    expect(() => readConfig(Object.fromEntries(plain))).not.toThrow();
  });

  it('reads each secret from the path of its mount', () => {
    const [mount] = container.volumeMounts ?? [];
    const [volume] = pod?.volumes ?? [];
    expect(volume?.name).toBe(mount?.name);
    const files = volume?.secret?.items?.map(({ path }) => `${mount?.mountPath}/${path}`).toSorted();
    const fileSettings = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'));
    expect(fileSettings.map(([, path]) => path).toSorted()).toEqual(files);
  });

  it('runs with minimal privileges, and requests and limits of CPU and memory', () => {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources).toMatchObject({
      requests: { cpu: expect.any(String), memory: expect.any(String) },
      limits: { cpu: expect.any(String), memory: expect.any(String) },
    });
  });

  it('has its Service, liveness, startup and readiness probes on its own ports', () => {
    const ports = new Map(container.ports?.map(({ name, containerPort }) => [name, containerPort]));
    const { PORT, FIELD_DATA_PORT, ADMIN_PORT } = readConfig({ ADMIN_PORT: environment.ADMIN_PORT });
    expect(ports).toEqual(
      new Map([
        ['http', role === 'gateway' ? PORT : FIELD_DATA_PORT],
        ['metrics', ADMIN_PORT],
      ]),
    );
    expect(service.ports).toMatchObject([{ port: ports.get('http'), targetPort: 'http' }]);
    expect(container.livenessProbe?.httpGet).toEqual({ path: '/health', port: 'http' });
    expect(container.startupProbe?.httpGet).toEqual({ path: '/health', port: 'http' });
    expect(container.readinessProbe?.httpGet).toEqual({ path: '/ready', port: 'http' });
  });

  it('drains: new requests stop before its port closes, and no running request is cut off', () => {
    const config = readConfig({ DRAIN_MS: environment.DRAIN_MS, DRAIN_DELAY_MS: environment.DRAIN_DELAY_MS });
    const { periodSeconds = 10, failureThreshold = 3, timeoutSeconds = 1 } = container.readinessProbe ?? {};
    expect(config.DRAIN_DELAY_MS).toBeGreaterThan((periodSeconds * failureThreshold + timeoutSeconds) * 1_000);
    // The longest operation may start as the port closes.
    expect(config.DRAIN_MS * 0.9 - config.DRAIN_DELAY_MS).toBeGreaterThan(config.DEADLINE_MS);
    expect((pod?.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(config.DRAIN_MS + 2_000);
    expect(deployment.spec?.strategy?.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    expect(budget.maxUnavailable).toBe(1);
    expect(scaler.minReplicas).toBeGreaterThan(1);
    // The autoscaler sets this number, and an apply must not undo it.
    expect(deployment.spec?.replicas).toBeUndefined();
  });
});

it('the gateways call the service by the name of its Service', () => {
  const { container } = deploymentOf('gateway');
  const [port] = specOf<IService>('service', 'Service').ports ?? [];
  const name = manifests.get('service.yaml')?.find(({ kind }) => kind === 'Service')?.metadata.name;
  expect(environmentOf(container).FIELD_DATA_URL).toBe(`http://${name}:${port?.port}`);
});
