import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EntryView } from '#components/reference/entry-view.tsx'
import { findReferenceEntry } from '#lib/console/reference/reference.ts'

type Props = { readonly params: Promise<{ readonly id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const entry = findReferenceEntry((await params).id)
  return { title: entry === null ? 'API reference' : `${entry.method} ${entry.path}` }
}

export default async function ReferenceEntryPage({ params }: Props) {
  const entry = findReferenceEntry((await params).id)
  if (entry === null) notFound()
  return <EntryView entry={entry} />
}
