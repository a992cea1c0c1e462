/** The parts that a capability may export. `capabilities.ts` lists the capabilities. */
import type { GraphQLSchema } from 'graphql';
import { capabilities } from './capabilities.ts';
import type { Config, SettingsRules } from './config.ts';
import type { StoreOptions } from './field-data/store/open.ts';
import type { Store } from './field-data/store/store.ts';
import type { Addition } from './graph/gateway.ts';
import type { AdminPages, Metrics, States } from './graph/telemetry/metrics.ts';
import type { Transport } from './graph/upstream/call.ts';
import type { Upstream } from './graph/upstream/upstream.ts';
import type { Check } from './platform/cli/check.ts';
import type { CommandTools } from './platform/cli/command-line.ts';
import type { Logger } from './platform/log/log.ts';
import type { WatchChanges } from './platform/sync/change-hints.ts';

export interface Capability extends SettingsRules {
  /** Programs of operators, by the word that runs them. */
  commands?: Readonly<Record<string, (tools: Tools) => Promise<unknown>>>;
  /** What the command `doctor` checks, by name. */
  checks?: Readonly<Record<string, Check<Config, GraphQLSchema>>>;
  /** Rows of what a person reads at start; undefined ones are left out. */
  banner?(config: Config, urls: Urls): Readonly<Record<string, string | undefined>>;
  /** How to open a store of another engine; undefined where the settings name none. */
  storeOpener?(config: Config): (() => Promise<Store>) | undefined;
  /** Makes the metrics of a process of this version. */
  createMetrics?(version: string): Promise<Metrics>;
  /** Makes the graph that is published with what it adds. Undefined where the settings switch that off. */
  extendGraph?(config?: Config): Promise<GraphQLSchema | undefined>;
  /** Makes what runs with a gateway. Rejects where it cannot start. */
  create?(parts: Parts): Promise<Created>;
}

/** What a command is run with. */
export interface Tools extends CommandTools<Config, Store> {
  publishedGraph: typeof publishedGraph;
}

/** The addresses that the process serves, without a path. */
export type Urls = Partial<Record<'graphUrl' | 'serviceUrl' | 'adminUrl', string | undefined>>;

/** The parts of the process that a capability may use. */
export interface Parts {
  config: Config;
  log: Logger;
  /** The version of this package. */
  version: string;
  /** `background` calls it where no operation waits. `watchChanges` is undefined for a remote one: poll it. */
  service: {
    url: string;
    descriptionUrl: string;
    background: Transport;
    watchChanges?: WatchChanges;
    /** Where DEMO_NOW makes it stand still. */
    calendar?: (() => Date) | undefined;
  };
  upstream: Upstream;
}

export interface Created extends Addition {
  /** Called once the ports listen. */
  onListening?(): void;
  /** Called when the process begins to stop, with the time that requests in flight have, in milliseconds. */
  onStop?(drainMs: number): void;
  /** Load of its streams, for metrics. */
  live?: States['live'];
  /** What the admin port serves of it, by path. */
  adminPages?: AdminPages | undefined;
  /** Details for `/ready` of the admin port. */
  readyDetails?(): object;
  close?(): Promise<void>;
}

/** Each of them. */
export const allCapabilities: readonly Capability[] = capabilities;

/** The graph with what capabilities add, of these settings, or all of it. */
export async function publishedGraph(config?: Config): Promise<GraphQLSchema> {
  const [{ schema }, ...extended] = await Promise.all([
    import('./graph/schema/schema.ts'),
    ...allCapabilities.map(({ extendGraph }) => extendGraph?.(config)),
  ]);
  return extended.find((each) => each) ?? schema;
}

/** The store by the settings: the SQLite file of a folder, unless a capability opens another store. */
export function storeOptions(config: Config): StoreOptions {
  const openers = allCapabilities.flatMap(({ storeOpener }) => storeOpener?.(config) ?? []);
  return { dataDir: config.FIELD_DATA_DIR, openOther: openers[0] };
}
