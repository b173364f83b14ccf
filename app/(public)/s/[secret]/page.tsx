import type { Metadata } from 'next'
import { SharedRequestPage } from '#components/shared-request/shared-request-page.tsx'
import { readApi } from '#lib/console/api/api.ts'
import { openSharedPage } from '#lib/console/shares/shared-page.ts'

export const metadata: Metadata = { title: 'Shared request', robots: { index: false, follow: false } }

export default async function SharedPage({ params }: PageProps<'/s/[secret]'>) {
  const [{ secret }, { baseUrl }] = await Promise.all([params, readApi()])
  return <SharedRequestPage {...await openSharedPage(secret)} baseUrl={baseUrl} />
}
