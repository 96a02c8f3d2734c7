export function lookInside(guide: { id: string }): { page: number; alt: string; small: string; large: string; width: number; height: number }[] { void guide; return []; }
