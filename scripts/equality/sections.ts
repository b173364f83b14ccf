/** The sections of the record, in this order; each writes its files to its folder. */
export type Section = (write: WriteRecord) => Promise<void>

/** Writes one file of the record: text unchanged, anything else as JSON. */
export type WriteRecord = (file: string, content: unknown) => void

export const sections: Readonly<Record<string, () => Promise<Section>>> = {
  calls: async () => (await import('./calls/record-calls.ts')).recordCalls,
  interface: async () => (await import('./surface/record-interface.ts')).recordInterface,
  schemas: async () => (await import('./surface/record-schemas.ts')).recordSchemas,
  tests: async () => (await import('./surface/record-tests.ts')).recordTests,
  pages: async () => (await import('./pages/record-pages.ts')).recordPages,
  bundles: async () => (await import('./pages/record-bundles.ts')).recordBundles,
}
