import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const alias = {
  'server-only': fileURLToPath(new URL('node_modules/server-only/empty.js', import.meta.url)),
}
const tests = '{app,bench,bin,components,e2e,lib,scripts}/**/*'

export default defineConfig({
  test: {
    // By default a machine with two cores gets one worker, but these tests mostly wait.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: [`${tests}.test.{ts,tsx}`],
          exclude: [
            ...configDefaults.exclude,
            '**/*.model.test.ts',
            '**/*.hub.test.ts',
            '**/*.clients.test.ts',
            '**/*.release.test.ts',
          ],
          setupFiles: ['scripts/test/fixed-seed.ts'],
          testTimeout: 15_000,
          // A machine that is busy with other tests does in seconds what otherwise takes milliseconds.
          expect: { poll: { timeout: 10_000 } },
        },
      },
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
        // Minutes of load on several gateways: run them with `npm run test:limits` and `npm run test:upgrade`.
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
