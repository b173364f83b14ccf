import type { Metadata } from 'next'
import { Overview } from '#components/reference/overview.tsx'
import { readApi } from '#lib/console/api/api.ts'
import { readReferenceIndex } from '#lib/console/reference/reference.ts'

export const metadata: Metadata = { title: 'API reference' }

export default async function ReferencePage() {
  const { baseUrl } = await readApi()
  return <Overview baseUrl={baseUrl} groups={readReferenceIndex()} />
}
