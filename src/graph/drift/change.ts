/** What drift is told in: single changes of the contract, and what a whole comparison comes to. */

/** A property as the committed description names it. */
export interface Place {
  /** The component that holds it: `WeatherRecord`. */
  component: string;
  property: string;
}

/** One difference between the live description and the committed one. */
export interface Change {
  /** `request` is what the graph sends, `answer` what it reads; `operation` is the operation as a whole. */
  where: 'operation' | 'request' | 'answer';
  /** `GET /api/v1/weather`: every operation that it shows in. */
  operations: string[];
  /** `WeatherRecord.temperature_max`, `parameter kind`; the operation itself for `operation`. */
  subject: string;
  /** What happened to it: `removed`, `type string -> number`. */
  what: string;
  /** Whether a graph made for the committed description may fail or lose data. */
  breaks: boolean;
  /** Graph fields, arguments and inputs that it reaches, as schema coordinates. */
  feeds: string[];
}

/** What is known of the service's contract. `unknown` is no fault: there may be no description to compare. */
export interface Drift {
  status: 'pending' | 'none' | 'changed' | 'breaking' | 'unknown';
  /** Why it is unknown. */
  reason?: string;
  /** Whether the release descriptor names the committed description, another one, or there is none. */
  release?: 'same' | 'other' | 'absent';
  changes: Change[];
}
