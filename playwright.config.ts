import { existsSync } from 'node:fs'
import { chromium, defineConfig } from '@playwright/test'

const executablePath = [
  process.env['PLAYWRIGHT_CHROMIUM_PATH'],
  chromium.executablePath(),
  // Made for this: a fifth faster than the whole browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find(path => path && existsSync(path))

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // One embedded model and one product for all tests: a second worker would be far slower, not faster.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.reports/playwright.json' }]],
  use: {
    // Recording every test costs a third of the time. For one: npx playwright test NAME --trace on
    trace: 'off',
    screenshot: 'only-on-failure',
    // Waiting for menus to fade is most of a short test; bench.spec.ts keeps the motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Starts as root, and keeps the browser's own services off the network.
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
})
