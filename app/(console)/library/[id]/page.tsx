import type { Metadata } from 'next'
import { ItemView } from '#components/library/item-view.tsx'

export const metadata: Metadata = { title: 'Library' }

export default async function LibraryItemPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <ItemView id={decodeURIComponent(id)} />
}
