import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { EmptyState } from '../../components/page-states.tsx';

export function NoChecks({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const navigate = useNavigate();
  if (isFiltered)
    return (
      <EmptyState
        title="No check matches"
        actions={
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              onClear();
              void navigate({ to: '/eligibility/history', search: {} });
            }}
          >
            Clear the filters
          </Button>
        }
      >
        The text looks through the checks loaded so far; the other filters through all of them.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No checks yet"
      actions={
        <Link to="/eligibility" search={{}} className="link">
          Make the first check
        </Link>
      }
    >
      Every check of this agency is kept here, with what Medicare answered.
    </EmptyState>
  );
}
