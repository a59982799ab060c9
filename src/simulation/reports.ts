import type { RestReport, StepReport, StrandPiece } from '../models/model.ts';

/** What a step cost and met, of all grooms. */
export function joinReports(reports: readonly StepReport[]): StepReport {
  if (reports.length === 1) return reports[0]!;
  const torn = reports.flatMap((report): readonly StrandPiece[] => report.torn ?? []);
  return {
    substeps: reports.reduce((most, report) => Math.max(most, report.substeps), 0),
    contacts: reports.reduce((sum, report) => sum + report.contacts, 0),
    strain: reports.reduce((most, report) => Math.max(most, report.strain), 0),
    solves: reports.reduce((sum, report) => sum + report.solves, 0),
    rounds: reports.reduce((sum, report) => sum + (report.rounds ?? 0), 0),
    carried: reports.flatMap((report) => report.carried),
    ...(torn.length > 0 ? { torn } : {}),
  };
}

/** How all grooms are kept at rest; undefined where no model can say. */
export function joinRestReports(reports: readonly (RestReport | undefined)[]): RestReport | undefined {
  const known = reports.filter((report): report is RestReport => report !== undefined);
  if (known.length <= 1) return known[0];
  const sum = (count: (report: RestReport) => number): number => known.reduce((all, report) => all + count(report), 0);
  const errors = known.flatMap(({ fitError }) => (fitError === undefined ? [] : [fitError]));
  return {
    strands: sum(({ strands }) => strands),
    carried: sum(({ carried }) => carried),
    held: sum(({ held }) => held),
    helped: sum(({ helped }) => helped),
    ...(errors.length > 0 ? { fitError: Math.max(...errors) } : {}),
  };
}
