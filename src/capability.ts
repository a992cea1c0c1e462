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
import type { Role } from './platform/settings/setting-types.ts';
import type { WatchChanges } from './platform/sync/change-hints.ts';

export interface Capability extends SettingsRules {
  /** Commands for operators, by name. */
  commands?: Readonly<Record<string, (tools: Tools) => Promise<unknown>>>;
  /** Checks of the command `doctor`, by name. */
  checks?: Readonly<Record<string, Check<Config, GraphQLSchema>>>;
  /** Rows of the banner at start. Undefined rows are left out. */
  banner?(config: Config, urls: Urls): Readonly<Record<string, string | undefined>>;
  /** Returns an opener for a store of another engine, or undefined if the settings name none. */
  storeOpener?(config: Config): (() => Promise<Store>) | undefined;
  /** Makes the metrics of a process of this version. */
  createMetrics?(version: string): Promise<Metrics>;
  /** Makes the graph with the additions of this capability, if the settings switch them on; without settings, if it is published so. */
  extendGraph?(graph: GraphQLSchema, config?: Config): Promise<GraphQLSchema>;
  /** Texts of the documents that it runs itself, without a manifest. */
  ownDocuments?(): Promise<string[]>;
  /** Makes the parts that run with a gateway. Rejects if it cannot start. */
  create?(parts: Parts): Promise<Created>;
}

/** Tools that a command receives. */
export interface Tools extends CommandTools<Config, Store> {
  graphOf: typeof graphOf;
  ownDocuments: typeof ownDocuments;
}

/** The addresses that the process serves, without a path. */
type Urls = Partial<Record<'graphUrl' | 'serviceUrl' | 'adminUrl', string | undefined>>;

/** The parts of the process that a capability may use. */
export interface Parts {
  config: Config;
  log: Logger;
  /** The version of this package. */
  version: string;
  service: {
    url: string;
    /** Where its description is, for readiness and drift. */
    descriptionUrl: string;
    /** For calls that no operation waits for. */
    background: Transport;
    /** Hints after writes to the embedded service; undefined for a remote one: poll it. */
    watchChanges?: WatchChanges;
    /** The clock that windows are counted from, if DEMO_NOW stops it. */
    calendar?: (() => Date) | undefined;
  };
  upstream: Upstream;
}

interface Created extends Addition {
  /** Called once the ports listen. */
  onListening?(): void;
  /** Called when the ports begin to close, with the time that requests in flight have, in milliseconds. */
  onStop?(drainMs: number): void;
  /** Load of its streams, for metrics. */
  live?: States['live'];
  /** Its pages on the admin port, by path. */
  adminPages?: AdminPages | undefined;
  /** Details for `/ready` of the admin port. */
  readyDetails?(): object;
  close?(): Promise<void>;
}

/** All capabilities, in the order of capabilities.ts. */
export const allCapabilities: readonly Capability[] = capabilities;

/** The graph that a gateway with these settings serves; without settings, the published one. */
export async function graphOf(config?: Config): Promise<GraphQLSchema> {
  let { schema } = await import('./graph/schema/schema.ts');
  for (const { extendGraph } of allCapabilities) schema = (await extendGraph?.(schema, config)) ?? schema;
  return schema;
}

/** Texts of the documents that all capabilities run themselves, whatever the settings: logs may have them. */
export async function ownDocuments(): Promise<string[]> {
  return (await Promise.all(allCapabilities.map((each) => each.ownDocuments?.() ?? []))).flat();
}

/** The store by the settings: the SQLite file of a folder, unless a capability opens another store. */
export function storeOptions(config: Config): StoreOptions {
  const openers = allCapabilities.flatMap(({ storeOpener }) => storeOpener?.(config) ?? []);
  return { dataDir: config.FIELD_DATA_DIR, openOther: openers[0] };
}

/** Whether a process of this role opens the SQLite file itself. */
export const opensSqlite = (config: Config, role?: Role): boolean =>
  role !== 'gateway' && config.FIELD_DATA_URL === undefined && storeOptions(config).openOther === undefined;
