import type { Locator } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { guide, pdfFile, textFile } from './support/document-files.ts'
import {
  documentRows,
  holdUploads,
  openDocuments,
  reader,
  readFiles,
  showForm,
} from './support/documents-page.ts'
import { expect, test } from './support/server.ts'

for (const width of [390, 1280]) {
  test(`axe finds no violations: ${width} px; empty, running, done, failed`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    const held = await holdUploads(page)
    await openDocuments(page)
    await expectNoViolations(page)

    await readFiles(
      page,
      await pdfFile('guide.pdf', guide),
      textFile('notes.md', '# Tides\n\nThe moon moves the tides.', 'text/markdown'),
      textFile('broken.pdf', '%PDF-1.7\nnothing of a PDF', 'application/pdf'),
    )
    await expect(documentRows(page)).toHaveCount(3)
    await expectNoViolations(page)
    held.release()
    await expect(page.getByText(/^2 of 3 read/)).toBeVisible()
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', width)
    await showForm(page, 'Pages')
    await expect(page.getByRole('img', { name: 'Page 1 of guide.pdf' })).toBeVisible()
    await page.getByRole('option').first().click()
    await expectNoViolations(page)
    if (width === 1280) {
      await showForm(page, 'Chunks')
      await page.getByRole('button', { name: 'Read as chunks' }).click()
      await expect(reader(page).getByRole('list', { name: 'Chunks' })).toBeVisible()
      await page.getByRole('radio', { name: 'On pages' }).check()
      await expect(page.getByRole('img', { name: 'Page 1 of guide.pdf' })).toBeVisible()
      await expectNoViolations(page)
      await showForm(page, 'Compare')
      await page.locator('summary', { hasText: 'Advanced' }).click()
      await page.getByRole('switch', { name: 'page_based' }).click()
      await page.getByRole('button', { name: 'Read with current options' }).click()
      await expect(reader(page).getByRole('row').filter({ hasText: 'page_based' })).toBeVisible()
      await expectNoViolations(page)
    }
    await documentRows(page).nth(2).getByRole('button').first().click()
    await expect(page.getByRole('alert').filter({ hasText: 'unprocessable_file' })).toBeVisible()
    await expectNoViolations(page)
  })
}

test('everything works by keyboard: files, options, rows, views, blocks', async ({ page }) => {
  await openDocuments(page)
  const tabTo = async (name: string | RegExp, role: 'button' | 'tab' | 'radio' | 'option' | 'switch') => {
    await tabToElement(page.getByRole(role, { name }).first(), name)
  }
  const tabToElement = async (target: Locator, name: string | RegExp) => {
    for (let step = 0; step < 60; step += 1) {
      if (await target.evaluate(element => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`no way to ${name} by Tab`)
  }
  const files = [await pdfFile('guide.pdf', guide), textFile('notes.txt', 'The moon moves the tides.')]
  // Before the key: the browser hands choosers over only from then on.
  const chooser = page.waitForEvent('filechooser')
  await tabTo('Choose files', 'button')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(files)
  await tabToElement(page.locator('summary', { hasText: 'Advanced' }), 'Advanced')
  await page.keyboard.press('Enter')
  await tabTo('remove_headers', 'switch')
  await page.keyboard.press('Space')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(/^2 of 2 read/)).toBeVisible()

  await tabTo(/^Read: guide\.pdf/, 'button')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(reader(page)).toContainText('The moon moves the tides.')
  await page.keyboard.press('p')
  await expect(reader(page)).toContainText('channel 12')
  await tabTo('Text', 'tab')
  for (const _ of ['Markdown', 'Pages']) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await tabTo('Harbour guide', 'option')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Boats report' })).toBeFocused()
  await expect(page.getByRole('option', { name: 'Boats report' })).toHaveAttribute('aria-selected', 'true')
})

test('a screen reader hears the start and the end, and why a single document failed', async ({ page }) => {
  const held = await holdUploads(page)
  const said = page.locator('output')
  await openDocuments(page)
  await readFiles(page, textFile('a.txt', 'One.'), textFile('b.txt', 'Two.'))

  await expect(said.filter({ hasText: 'Reading 2 documents' })).toHaveCount(1)
  held.release()
  await expect(said.filter({ hasText: /^2 of 2 documents read$/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'New batch' }).click()
  await readFiles(page, textFile('broken.pdf', '%PDF-1.7\nnothing of a PDF', 'application/pdf'))
  await expect(said.filter({ hasText: /^Failed: .*broken\.pdf/ })).toHaveCount(1)
})
