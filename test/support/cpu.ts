/** CPU time of work, which a busy machine does not increase as it does the duration. */

/** Starts counting; each call of the result returns the CPU time of this thread since then, in milliseconds. */
export function countCpu(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
}
