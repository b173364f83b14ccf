import type { ReactNode } from 'react'
import { ApiContext } from '#components/playground/form/api-context.tsx'
import { ParametersOpenContext } from '#components/playground/layout/parameters-open-context.tsx'
import { ClosedInspectors } from '#components/playground/layout/closed-inspectors.tsx'
import { ConsoleShell } from '#components/shell/console-shell.tsx'
import { readApi } from '#lib/console/api/api.ts'
import { readPageAccount } from '#lib/console/auth/page-member.ts'
import { readPreferences } from '#lib/console/settings/preferences.ts'

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const [preferences, api, account] = await Promise.all([readPreferences(), readApi(), readPageAccount()])
  return (
    <ApiContext value={api}>
      <ClosedInspectors ids={preferences.closedInspectors}>
        <ParametersOpenContext value={preferences.parametersOpen}>
          <ConsoleShell
            account={account}
            sidebarOpen={preferences.sidebarOpen}
            singleKeys={preferences.singleKeys}
          >
            {children}
          </ConsoleShell>
        </ParametersOpenContext>
      </ClosedInspectors>
    </ApiContext>
  )
}
