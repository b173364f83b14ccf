import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** Pictures of the console: `pages` compares them with the approved ones, `readme` takes that of the README. */
export default defineConfig({
  ...base,
  testDir: 'e2e/pictures',
  testMatch: '*.pictures.ts',
  projects: [
    { name: 'pages', testMatch: 'pages.pictures.ts' },
    { name: 'readme', testMatch: 'readme.pictures.ts' },
  ],
  snapshotPathTemplate: '{testDir}/approved/{arg}{ext}',
  // Only `-- --update-snapshots` approves a picture.
  updateSnapshots: 'none',
  reporter: [['list'], ['html', { open: 'never', outputFolder: '.reports/pictures' }]],
  use: { ...base.use, viewport: { width: 1440, height: 900 }, locale: 'en-US', timezoneId: 'UTC' },
})
