import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const alias = {
  'server-only': fileURLToPath(new URL('node_modules/server-only/empty.js', import.meta.url)),
}
const tests = '{app,bench,bin,components,e2e,lib,scripts}/**/*'
// They read the environment once, when their modules load.
const isolated = ['lib/console/**/*.test.ts', 'lib/secrets.test.ts']
const unit = {
  setupFiles: ['scripts/test/fixed-seed.ts'],
  testTimeout: 15_000,
  // The programs that tests start load in a third of the time.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/node', import.meta.url)) },
  // A machine that is busy with other tests does in seconds what otherwise takes milliseconds.
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    // By default a machine with two cores gets one worker, but many of these tests wait.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        resolve: { alias },
        test: {
          ...unit,
          name: 'unit',
          // A process for each of 800 files would take longer than most of them.
          isolate: false,
          include: [`${tests}.test.{ts,tsx}`],
          exclude: [
            ...configDefaults.exclude,
            ...isolated,
            '**/*.model.test.ts',
            '**/*.hub.test.ts',
            '**/*.clients.test.ts',
            '**/*.release.test.ts',
          ],
        },
      },
      { resolve: { alias }, test: { ...unit, name: 'unit-isolated', include: isolated } },
      {
        resolve: { alias },
        // Two concurrent inference processes on one machine are far slower than two in sequence.
        test: {
          name: 'models',
          include: [`${tests}.model.test.ts`],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        resolve: { alias },
        // Tests of the real model hub: run them with `npm run test:hub` where it is reachable.
        test: { name: 'hub', include: [`${tests}.hub.test.ts`], testTimeout: 3_600_000 },
      },
      {
        resolve: { alias },
        // Too long for every change: run them with `npm run test:limits`, `test:crawl` and `test:upgrade`.
        test: {
          name: 'release',
          include: [`${tests}.release.test.ts`],
          testTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        resolve: { alias },
        // Installs real clients: run them with `npm run test:clients`.
        test: {
          name: 'clients',
          include: [`${tests}.clients.test.ts`],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
