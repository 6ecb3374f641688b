import { DefaultTheme, type NavigationElement, type ProjectReflection } from 'typedoc'

/** typedoc's own theme, with a navigation in which no heading that opens and closes is a link too. */
export class SiteTheme extends DefaultTheme {
  override buildNavigation(project: ProjectReflection): NavigationElement[] {
    return super.buildNavigation(project).map(apart)
  }
}

/** An entry with children opens and closes. Its page becomes the first of them. */
function apart({ path, children, ...entry }: NavigationElement): NavigationElement {
  if (children === undefined) return path === undefined ? entry : { ...entry, path }
  const page = path === undefined ? [] : [{ text: 'Overview', path }]
  return { ...entry, children: [...page, ...children.map(apart)] }
}
