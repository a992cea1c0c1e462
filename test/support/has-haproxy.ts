import { spawnSync } from 'node:child_process';

/** Whether HAProxy is installed (`apt-get install haproxy`). */
export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0;
