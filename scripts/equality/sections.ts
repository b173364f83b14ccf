/** What is recorded, in this order; each section writes its files below the folder of the record. */
export type Section = (write: WriteRecord) => Promise<void>

/** Keeps one file of the record: a text as it is, anything else as JSON. */
export type WriteRecord = (file: string, content: unknown) => void

export const sections: Readonly<Record<string, () => Promise<Section>>> = {
  calls: async () => (await import('./calls/record-calls.ts')).recordCalls,
  interface: async () => (await import('./surface/record-interface.ts')).recordInterface,
  schemas: async () => (await import('./surface/record-schemas.ts')).recordSchemas,
  tests: async () => (await import('./surface/record-tests.ts')).recordTests,
  pages: async () => (await import('./pages/record-pages.ts')).recordPages,
  bundles: async () => (await import('./pages/record-bundles.ts')).recordBundles,
}
