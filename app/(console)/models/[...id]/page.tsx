import type { Metadata } from 'next'
import { ModelsPage } from '#components/models/models-page.tsx'

export const metadata: Metadata = { title: 'Models' }

export default function ModelPage() {
  return <ModelsPage />
}
