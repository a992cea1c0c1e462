/** What work costs the processor: unlike its duration, a busy machine does not multiply it. */

/** Starts counting; each call of the result gives the CPU time of this thread since then, in milliseconds. */
export function countCpu(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
}
