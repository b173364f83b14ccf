import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { DocArticle } from '#components/docs/doc-article.tsx'
import { findDocPage } from '#lib/console/docs/docs.ts'

type Props = { readonly params: Promise<{ readonly path: readonly string[] }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await findPage(params))?.title ?? 'Docs' }
}

export default async function DocPage({ params }: Props) {
  const page = await findPage(params)
  if (page === null) notFound()
  return <DocArticle page={page} />
}

async function findPage(params: Props['params']) {
  const { path } = await params
  return findDocPage(`/docs/${path.join('/')}`)
}
