import { DefaultTheme, type NavigationElement, type ProjectReflection } from 'typedoc'

/** typedoc's own theme. Entries of the navigation that open and close are not links at the same time. */
export class SiteTheme extends DefaultTheme {
  override buildNavigation(project: ProjectReflection): NavigationElement[] {
    return super.buildNavigation(project).map(apart)
  }
}

/** Moves the page of an entry with children into its first child. */
function apart({ path, children, ...entry }: NavigationElement): NavigationElement {
  if (children === undefined) return path === undefined ? entry : { ...entry, path }
  const page = path === undefined ? [] : [{ text: 'Overview', path }]
  return { ...entry, children: [...page, ...children.map(apart)] }
}
