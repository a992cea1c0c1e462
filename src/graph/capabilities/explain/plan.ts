/** The plan of an operation: what `POST /graphql/plan` answers, before anything is requested. docs/explain.md describes it. */
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
  /** What caches may do with the answer, sent by GET. */
  cache: CacheRule;
  /** Why the operation is refused, or which of its fields will be: the errors of GraphQL that it would get without a request. */
  errors?: GraphQLFormattedError[] | undefined;
}

export interface PlannedCalls {
  /** As the cost check counts them: without batching and caches, an upper bound before retries and fallbacks. */
  counted: number;
  /** UPSTREAM_CALLS_MAX. */
  limit: number;
  /** With batching, where nothing is cached and nothing fails. Absent where the reads are not planned. */
  expected?: number | undefined;
}

export interface PlannedRecords {
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
  /** Calls that it is expected to take. */
  calls: number;
  /** Whether several fields go in one call. */
  batched: boolean;
  /** Undefined where the list is not bounded by time. */
  window?: PlannedWindow | undefined;
  /** Selections that this read answers; `[]` stands for each item of a list. Several share the read. */
  paths: string[];
  /** Estimated records of all its fields. */
  records: number;
  cache: CacheRule;
}

/** A window of time; its end is not within. */
export interface PlannedWindow {
  /** A date or an instant; absent where the window is open. */
  from?: string | undefined;
  to?: string | undefined;
  /** Whose midnight a date is: an IANA name, or `of each field` where fields differ or their timezones are not known yet. */
  timezone: string;
}

export interface CacheRule {
  /** Whether shared caches may keep it: never where a key is sent. */
  public: boolean;
  /** For how long; null while the service has not said it since this process started. */
  maxAgeSeconds: number | null;
}

export interface UsedLimit {
  /** Name of the setting, where there is one. */
  name: string;
  used: number;
  limit: number;
}
