import type { Metadata } from 'next'
import { DocumentsPlayground } from '#components/documents/documents-playground.tsx'
import { documentExamples } from '#components/documents/model/files/example-files.ts'
import { contractInfos } from '#lib/console/reference/contract-info.ts'

export const metadata: Metadata = { title: 'Documents' }

export default function DocumentsPage() {
  return <DocumentsPlayground contract={contractInfos.upload} examples={documentExamples} />
}
