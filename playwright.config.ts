import { existsSync } from 'node:fs'
import { chromium, defineConfig } from '@playwright/test'

const executablePath = [
  process.env['PLAYWRIGHT_CHROMIUM_PATH'],
  chromium.executablePath(),
  // Built for automation: a fifth faster than the full browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
].find(path => path && existsSync(path))

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  // One embedded model and one server for all tests: a second worker would be far slower, not faster.
  workers: 1,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '.reports/playwright.json' }]],
  use: {
    // Recording every test takes a third longer. For one test: npx playwright test NAME --trace on
    trace: 'off',
    screenshot: 'only-on-failure',
    // Short tests would mostly wait for animations; playground.spec.ts tests with motion.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Lets Chromium start as root, and keeps its own services off the network.
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
})
