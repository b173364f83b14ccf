import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: {
    alias: { 'server-only': fileURLToPath(new URL('node_modules/server-only/empty.js', import.meta.url)) },
  },
  test: {
    include: ['{app,components,lib,bin,scripts}/**/*.test.{ts,tsx}'],
    testTimeout: 15_000,
  },
})
