import { Button, Group, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { Link, type LinkProps, useSearch } from '@tanstack/react-router';
import { businessDomainsApi } from '@handoff/shared/contract/business-domains';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { Permission } from '@handoff/shared/domain/access/role';
import type { SetupStep } from '@handoff/shared/domain/agency/setup';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { DoneGlyph, OpenGlyph } from './setup-glyphs.tsx';
import { type StepWords, stepWords } from './setup-steps.ts';
import styles from './agencies.module.css';

export type Setup = Output<typeof businessDomainsApi.setup>;

/** The setup steps of an agency, done and missing, with one primary step at a time. */
export function SetupPage() {
  const { agency }: { agency?: string } = useSearch({ strict: false });
  const { domain } = useCurrentPerson();
  const id = agency ?? domain?.Id;
  const setup = useRead(
    businessDomainsApi.setup,
    id === undefined ? null : { query: id === domain?.Id ? {} : { BusinessDomainId: id } },
  );
  if (id === undefined)
    return (
      <EmptyState title="Which agency?" actions={<Link to="/admin/agencies">Our agencies</Link>}>
        Choose the agency to set up.
      </EmptyState>
    );
  return (
    <div className="page" data-width="regular">
      <Reading of={setup}>{(data) => <Steps setup={data} />}</Reading>
    </div>
  );
}

function Steps({ setup }: { setup: Setup }) {
  const { Steps: steps, BusinessDomainInfo: agency } = setup;
  const done = steps.filter(({ Done }) => Done).length;
  const { security, domain } = useCurrentPerson();
  const may: May = (permission) => security.Rights.some(({ Permission }) => Permission === permission);
  const isHere = domain?.Id === agency.Id;
  const wayTo = (step: SetupStep) => wayThere(stepWords[step], { setup, may, isHere });
  const open = steps.filter(({ Done }) => !Done);
  const next = open.find(({ Step }) => wayTo(Step) !== undefined)?.Step;
  return (
    <>
      <PageHeading title={`Set up ${agency.Name}`} />
      <p className="soft">
        {open.length === 0
          ? `Everything is set up. ${agency.Name} is ready for referrals.`
          : `${done} of ${steps.length} steps are done. Work can start as soon as people have access; the other steps complete the checks of a referral.`}
      </p>
      <div className={`split ${styles['steps']}`}>
        <section className="card" aria-label="Steps">
          <Group wrap="nowrap" mb="sm">
            <Progress
              value={(done / steps.length) * 100}
              color="green"
              flex={1}
              aria-label="Steps that are done"
            />
            <b className="number">
              {done} of {steps.length}
            </b>
          </Group>
          <ol>
            {steps.map(({ Step, Done }) => (
              <StepLine
                key={Step}
                step={Step}
                isDone={Done}
                isNext={Step === next}
                setup={setup}
                way={wayTo(Step)}
              />
            ))}
          </ol>
        </section>
        <Works setup={setup} />
      </div>
    </>
  );
}

interface StepLineProps {
  step: SetupStep;
  isDone: boolean;
  isNext: boolean;
  setup: Setup;
  /** Undefined when another person has to do it. */
  way: LinkProps | undefined;
}

function StepLine({ step, isDone, isNext, setup, way }: StepLineProps) {
  const { title, time, text } = stepWords[step];
  return (
    <Group component="li" gap="lg" className={styles['step'] ?? ''} data-next={isNext || undefined}>
      {isDone ? <DoneGlyph /> : <OpenGlyph />}
      <div className={styles['text']}>
        <p>
          <b>{title}</b> {!isDone && <span className="soft">{time}</span>}
        </p>
        <p className="soft">{text(setup)}</p>
      </div>
      <WayThere {...{ step, isDone, isNext, way }} />
    </Group>
  );
}

function WayThere({ step, isDone, isNext, way }: Omit<StepLineProps, 'setup'>) {
  const { action, by } = stepWords[step];
  if (!way) return isDone ? null : <span className="soft small">{by}</span>;
  if (isDone)
    return (
      <Link {...way} className="link">
        Change
      </Link>
    );
  return (
    <Button variant={isNext ? 'filled' : 'default'} renderRoot={(props) => <Link {...props} {...way} />}>
      {action}
    </Button>
  );
}

type May = (permission: Permission) => boolean;

interface Standing {
  setup: Setup;
  may: May;
  /** The person is currently working in this agency. */
  isHere: boolean;
}

function wayThere(
  { link, needs, isOfAgency, alsoThere }: StepWords,
  { setup, may, isHere }: Standing,
): LinkProps | undefined {
  if (may(needs) && (isHere || !isOfAgency)) return link(setup);
  return alsoThere && isHere && may(alsoThere.needs) ? alsoThere.link : undefined;
}

function Works({ setup }: { setup: Setup }) {
  const { Steps: steps } = setup;
  const has = (step: SetupStep) => steps.some(({ Step, Done }) => Step === step && Done);
  const lines: [string, boolean][] = [
    ['Record a referral, notes, documents', setup.People > 0 && has('lists')],
    ['Duplicates while typing', setup.People > 0],
    ['Addresses completed from the state files', has('addresses')],
    ['In the service area?', has('serviceAreas')],
    ['Payer contracted?', has('payers')],
    ['Medicare eligibility', has('npi')],
  ];
  return (
    <section className="card">
      <h2>What already works</h2>
      <ul>
        {lines.map(([name, works]) => (
          <Group key={name} component="li" gap="sm" wrap="nowrap" mt="sm">
            {works ? <DoneGlyph /> : <OpenGlyph />} {name}
          </Group>
        ))}
      </ul>
    </section>
  );
}
