/** The requests to one start of one contestant, round by round, and what they took. */
import type { StartSample } from '../figures.ts';
import { percentile } from '../statistics.ts';
import { type Load, type LoadResult, runLoad } from './load.ts';
import type { Server } from './server.ts';

export interface Pace {
  /** How often every contestant is started. */
  starts: number;
  /** Rounds in each start. */
  rounds: number;
  /** What those get that differ from this gateway by a large factor; absent where it is the same. */
  far?: { starts: number; rounds: number };
  /** A round is what this gateway answers in about so many seconds of its CPU. */
  seconds: number;
  /** The same before the first round. */
  warmUpSeconds: number;
  /** Fewest requests of a round. */
  requestsMin: number;
}

export interface MeasurementOptions {
  load: Load;
  /** About what this gateway answers of the load in a second of its CPU. */
  requestsPerCpuSecond: number;
  /** Fewest requests before the first round. */
  warmUpRequestsMin?: number | undefined;
  pace: Pace;
  /** Calls the service has seen since this was last called; absent where none are made. */
  countCalls?: () => Promise<number>;
}

/** A contestant slower by more than this gets fewer requests, or the slowest would take the whole run; while warming up the limit is lower. */
const slownessMax = { round: 2, warmUp: 1.5 };

/** One started contestant under measurement. Whoever makes it stops its server. */
export class Measurement {
  readonly server: Server;
  readonly #options: MeasurementOptions;
  readonly #cpuMs: number[] = [];
  #latencies: number[] = [];
  #seconds = 0;
  #calls = 0;

  constructor(server: Server, options: MeasurementOptions) {
    this.server = server;
    this.#options = options;
  }

  /** As many requests before the first round for everyone: code is compiled by how often it ran. */
  async warmUp(): Promise<void> {
    const { pace, requestsPerCpuSecond, warmUpRequestsMin = 0 } = this.#options;
    await this.#run(Math.max(pace.warmUpSeconds, warmUpRequestsMin / requestsPerCpuSecond), slownessMax.warmUp);
  }

  async round(): Promise<void> {
    const { seconds } = this.#options.pace;
    this.add(await this.#cpuMsOf(() => this.#run(seconds, slownessMax.round)));
  }

  /** Sends until `isEnough`, from the requests sent so far and the milliseconds on the wall; gives the CPU milliseconds of a request. */
  send(isEnough: (sent: number, wallMs: number) => boolean): Promise<number> {
    const { load } = this.#options;
    return this.#cpuMsOf(() => runLoad(load, { requests: Infinity, secondsMax: Infinity, isEnough }));
  }

  /** Adds a round of so many CPU milliseconds a request. */
  add(cpuMs: number): void {
    this.#cpuMs.push(cpuMs);
  }

  async #cpuMsOf(run: () => Promise<LoadResult>): Promise<number> {
    const { countCalls } = this.#options;
    await countCalls?.();
    const cpuBefore = this.server.cpuMs();
    const { requests, seconds, latencies } = await run();
    const cpuMs = (this.server.cpuMs() - cpuBefore) / requests;
    this.#latencies = this.#latencies.concat(latencies);
    this.#seconds += seconds;
    this.#calls += (await countCalls?.()) ?? 0;
    return cpuMs;
  }

  /** What the rounds so far took. */
  sample(): StartSample {
    const requests = this.#latencies.length;
    return {
      cpuMs: this.#cpuMs,
      requestsPerSecond: requests / this.#seconds,
      p50Ms: percentile(this.#latencies, 0.5),
      p99Ms: percentile(this.#latencies, 0.99),
      peakMiB: this.server.peakMiB(),
      upstreamCalls: this.#calls / requests,
    };
  }

  #run(seconds: number, slowness: number): Promise<LoadResult> {
    const { load, requestsPerCpuSecond, pace } = this.#options;
    return runLoad(load, {
      requests: Math.max(pace.requestsMin, Math.round(requestsPerCpuSecond * seconds)),
      secondsMax: seconds * slowness,
      requestsMin: pace.requestsMin,
      cpuMs: this.server.cpuMs,
    });
  }
}
