/** A real Chromium for the pages: the one of CHROMIUM_PATH or of the system. `.ci/run` installs it; elsewhere its tests are skipped. */
import { accessSync, constants } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Whether there is a Chromium here. */
export const hasChromium = isExecutable(executablePath);

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** How it is started: without any of its own calls to the outside. */
export const chromiumLaunch = {
  executablePath,
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** Starts it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(chromiumLaunch);
}
