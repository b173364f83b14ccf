import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const alias = {
  'server-only': fileURLToPath(new URL('node_modules/server-only/empty.js', import.meta.url)),
}
const tests = '{app,bench,bin,components,e2e,lib,scripts}/**/*'

export default defineConfig({
  test: {
    // By default a machine of two cores gets one worker; much of these tests is waiting.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: [`${tests}.test.{ts,tsx}`],
          exclude: ['**/*.model.test.ts', '**/*.hub.test.ts'],
          setupFiles: ['scripts/test/fixed-seed.ts'],
          testTimeout: 15_000,
        },
      },
      {
        resolve: { alias },
        // Two inference processes on one machine are far slower than one after the other.
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
        // The model hub itself: run by hand where it can be reached, `npm run test:hub`.
        test: { name: 'hub', include: [`${tests}.hub.test.ts`], testTimeout: 3_600_000 },
      },
    ],
  },
})
