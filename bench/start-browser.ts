import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { environment } from '#lib/config.ts'

/** The browser of the tests; WebGL runs on the CPU. */
export function startBrowser(): Promise<Browser> {
  const executablePath = [
    environment['PLAYWRIGHT_CHROMIUM_PATH'],
    chromium.executablePath(),
    '/usr/bin/chromium',
  ].find(path => path && existsSync(path))
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu', '--enable-unsafe-swiftshader', '--disable-background-networking'],
  })
}
