import type { ReactNode } from 'react'
import { ConsoleShell } from '#components/shell/console-shell.tsx'
import { readPreferences } from '#lib/console/preferences.ts'

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const { sidebarOpen, singleKeys } = await readPreferences()
  return (
    <ConsoleShell sidebarOpen={sidebarOpen} singleKeys={singleKeys}>
      {children}
    </ConsoleShell>
  )
}
