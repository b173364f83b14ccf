import type { Metadata } from 'next'
import { HomePage } from '#components/home/home-page.tsx'
import { readLibraryItems } from '#lib/console/home/library-items.ts'
import { readPreferences } from '#lib/console/settings/preferences.ts'

export const metadata: Metadata = { title: 'Home' }

export default async function Page() {
  const [{ startHidden }, libraryItems] = await Promise.all([readPreferences(), readLibraryItems()])
  return <HomePage startHidden={startHidden} libraryItems={libraryItems} />
}
