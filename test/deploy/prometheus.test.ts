/** deploy/prometheus, checked by Prometheus's own tool and by the metrics that processes export. */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { deployFolder, deploymentOf, readCompose, readDeployFile } from './support/files.ts';
import { readPromql } from './support/promql.ts';
import { readShownMetrics } from './support/shown-metrics.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const tests = new URL('alerts.yaml', import.meta.url).pathname;

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook: string };
}

function readRules(name: string): Rule[] {
  const { groups }: { groups: { rules: Rule[] }[] } = parse(readDeployFile(`prometheus/${name}`));
  return groups.flatMap((group) => group.rules);
}

const rules = ['alerts.yaml', 'alerts-compose.yaml'].flatMap(readRules);

describe('the alerts of deploy/prometheus', () => {
  it('query only metrics and labels that the processes export', async () => {
    const shown = await readShownMetrics();
    for (const { alert, expr } of rules) {
      const { metrics, labels } = readPromql(expr);
      expect({ alert, missing: [...metrics.difference(shown.metrics), ...labels.difference(shown.labels)] }).toEqual({
        alert,
        missing: [],
      });
    }
    expect(shown.metrics).not.toContain('fieldgraph_nothing');
  });

  it('describe in sentences what each alert means and what to do', () => {
    for (const { labels, annotations } of rules) {
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary).not.toBe('');
      expect(annotations.description).toMatch(/\.$/);
      expect(annotations.runbook).toMatch(/^[A-Z].{40,}\.$/);
    }
  });

  it('each have a scenario', () => {
    const scenarios = readFileSync(tests, 'utf8');
    expect(rules.map(({ alert }) => alert).filter((alert) => !scenarios.includes(`alertname="${alert}"`))).toEqual([]);
  });

  it('use the memory limit of the containers', () => {
    const limitMiB = Number.parseInt(readCompose().services.gateway.mem_limit ?? '', 10);
    for (const role of ['gateway', 'service'] as const) {
      expect(deploymentOf(role).container.resources?.limits?.memory).toBe(`${limitMiB}Mi`);
    }
    const { expr } = rules.find(({ alert }) => alert === 'FieldgraphMemoryNearLimit') ?? {};
    expect(expr).toContain(`0.85 * ${limitMiB} * 1024 * 1024`);
  });
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe.skipIf(!hasPromtool)('promtool', () => {
  it('accepts the rules, and sees each alert fire only in its own scenario', async () => {
    const { stdout } = await run('promtool', ['test', 'rules', tests]);
    expect(stdout).toContain('SUCCESS');
  });

  it('reports a threshold that nothing reaches', async () => {
    await using folder = await temporaryFolder();
    const broken = readDeployFile('prometheus/alerts.yaml').replace('fieldgraph_ready == 0', 'fieldgraph_ready < 0');
    cpSync(`${deployFolder}prometheus`, folder.path, { recursive: true });
    writeFileSync(join(folder.path, 'alerts.yaml'), broken);
    const scenarios = readFileSync(tests, 'utf8').replaceAll('../../deploy/prometheus/', '');
    writeFileSync(join(folder.path, 'tests.yaml'), scenarios);
    await expect(run('promtool', ['test', 'rules', join(folder.path, 'tests.yaml')])).rejects.toMatchObject({
      stderr: expect.stringContaining('FAILED'),
    });
  });

  it.each(['prometheus.yaml', 'prometheus-kubernetes.yaml'])('accepts the configuration in %s', async (name) => {
    await using folder = await temporaryFolder();
    cpSync(`${deployFolder}prometheus`, folder.path, { recursive: true });
    // Debian's promtool is built without Kubernetes: a static target replaces the discovery in the cluster.
    const config = readDeployFile(`prometheus/${name}`).replace(
      /kubernetes_sd_configs:\n +- role: pod/,
      "static_configs: [{ targets: ['pod:9090'] }]",
    );
    writeFileSync(join(folder.path, name), config);
    const { stdout } = await run('promtool', ['check', 'config', join(folder.path, name)]);
    for (const file of parse(config).rule_files)
      expect(stdout).toMatch(new RegExp(`${file}\\n +SUCCESS: ${readRules(file).length} rules found`));
  });
});
