/** Loads what most files need before the first one comes. */
export async function warmUp(): Promise<void> {
  await Promise.all([
    import('./pdf/pdfium.ts').then(({ loadPdfium }) => loadPdfium()),
    import('officeparser'),
  ])
}
