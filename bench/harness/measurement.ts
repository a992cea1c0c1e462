/** Measures one start of one contestant, round by round. */
import type { StartSample } from '../figures.ts';
import { percentile } from '../statistics.ts';
import { type Load, type LoadResult, runLoad } from './load.ts';
import type { Server } from './server.ts';

export interface Pace {
  /** Starts of each contestant. */
  starts: number;
  /** Rounds of each start. */
  rounds: number;
  /** Starts and rounds of contestants that differ from this gateway by a large factor. Defaults to those above. */
  far?: { starts: number; rounds: number };
  /** Length of a round: about the requests that this gateway handles in so many CPU seconds. */
  seconds: number;
  /** Length of the warm-up before the first round, in the same unit. */
  warmUpSeconds: number;
  /** Fewest requests of a round. */
  requestsMin: number;
}

export interface MeasurementOptions {
  load: Load;
  /** Approximate requests of the load per CPU second of this gateway. */
  requestsPerCpuSecond: number;
  /** Fewest requests before the first round. */
  warmUpRequestsMin?: number | undefined;
  pace: Pace;
  /** Returns the calls to the service since its last call. Absent if there are none. */
  countCalls?: () => Promise<number>;
}

/** Slowness beyond which a contestant gets fewer requests: otherwise the slowest would take most of the run. Lower for the warm-up. */
const slownessMax = { round: 2, warmUp: 1.5 };

/** One started contestant that is measured. The creator stops its server. */
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

  /** Sends the same number of requests to every contestant, because V8 compiles code by how often it ran. */
  async warmUp(): Promise<void> {
    const { pace, requestsPerCpuSecond, warmUpRequestsMin = 0 } = this.#options;
    await this.#run(Math.max(pace.warmUpSeconds, warmUpRequestsMin / requestsPerCpuSecond), slownessMax.warmUp);
  }

  async round(): Promise<void> {
    const { seconds } = this.#options.pace;
    this.add(await this.#cpuMsOf(() => this.#run(seconds, slownessMax.round)));
  }

  /** Sends until `isEnough` returns true. Returns the CPU milliseconds of a request. */
  send(isEnough: (sent: number, wallMs: number) => boolean): Promise<number> {
    const { load } = this.#options;
    return this.#cpuMsOf(() => runLoad(load, { requests: Infinity, secondsMax: Infinity, isEnough }));
  }

  /** Adds a round with the CPU milliseconds of a request. */
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

  /** Returns the measurements of the rounds so far. */
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
