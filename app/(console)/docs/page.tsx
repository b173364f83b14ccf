import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DocArticle } from '#components/docs/doc-article.tsx'
import { findDocPage } from '#lib/console/docs/docs.ts'

export const metadata: Metadata = { title: 'Docs' }

export default function DocsPage() {
  const page = findDocPage('/docs')
  if (page === null) notFound()
  return <DocArticle page={page} />
}
