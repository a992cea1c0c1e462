/** The plan of an operation, which `POST /graphql/plan` returns before anything is requested. docs/explain.md describes it. */
import type { GraphQLFormattedError } from 'graphql';

export interface Plan {
  /** Name of the operation; absent where it has none, or the document could not be read. */
  operation?: string | undefined;
  /** Absent where the document could not be read. */
  type?: 'query' | 'mutation' | 'subscription' | undefined;
  /** Absent where the operation was refused before its cost was known. */
  calls?: PlannedCalls | undefined;
  records?: PlannedRecords | undefined;
  /** The reads, in the order in which they are first requested. Empty where the operation is refused and too large to be planned. */
  reads: PlannedRead[];
  /** Limits of which more than half is used, and those that refuse the operation. */
  limits: UsedLimit[];
  /** Paths that need no request of their own. */
  withoutRequest: string[];
  /** Whether caches may store the result of a GET. */
  cache: CacheRule;
  /** GraphQL errors that the operation, or some of its fields, would get without a request. */
  errors?: GraphQLFormattedError[] | undefined;
}

interface PlannedCalls {
  /** Count of the cost check, without batching and caches: an upper bound before retries and fallbacks. */
  counted: number;
  /** UPSTREAM_CALLS_MAX. */
  limit: number;
  /** With batching, if nothing is cached and nothing fails. Absent if the reads are not planned. */
  expected?: number | undefined;
}

interface PlannedRecords {
  /** Records of all lists, each list once: an upper bound. */
  read: number;
  /** RECORDS_READ_MAX. */
  limit: number;
  /** The same, each list once for every alias and computed field over it. */
  visited: number;
  /** RECORDS_VISITED_MAX. */
  visitedLimit: number;
}

/** Reads that differ only in their field. */
export interface PlannedRead {
  /** From 1. A receipt of the same operation has the same ids. */
  id: number;
  /** Name of the endpoint: `weather`. */
  read: string;
  /** How many fields are read. */
  fields: number;
  /** Expected calls. */
  calls: number;
  /** Whether several fields go in one call. */
  batched: boolean;
  /** Undefined where the list is not bounded by time. */
  window?: PlannedWindow | undefined;
  /** Selections that share this read; `[]` means each item of a list. */
  paths: string[];
  /** Estimated records of all lists that its calls read. A list that is read again counts each time. */
  records: number;
  cache: CacheRule;
}

/** A window of time. Its end is exclusive. */
export interface PlannedWindow {
  /** A date or an instant; absent where the window is open. */
  from?: string | undefined;
  to?: string | undefined;
  /** Timezone of the dates: an IANA name, or `of each field` if the fields differ or their timezones are not known yet. */
  timezone: string;
}

export interface CacheRule {
  /** Whether shared caches may store the result: never if a key is sent. */
  public: boolean;
  /** For how long; null if the service has not stated it since this process started. */
  maxAgeSeconds: number | null;
}

export const uncached: CacheRule = { public: false, maxAgeSeconds: 0 };

export interface UsedLimit {
  /** Name of the setting, where there is one. */
  name: string;
  used: number;
  limit: number;
}
