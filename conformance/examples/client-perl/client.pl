#!/usr/bin/env perl
# A client of any OpenAPI 3.0 service, driven by the conformance suite over standard input and output:
#
#   perl client.pl FOLDER      FOLDER holds the service's openapi.json
use v5.14;
use warnings;
use FindBin;
use lib $FindBin::Bin;
use JSON::PP ();
use OpenApiClient;

my $folder = shift // die "usage: perl client.pl FOLDER\n";
my $service = OpenApiClient->new("$folder/openapi.json");

# Numbers without an exact type in Perl become objects.
my $json = JSON::PP->new->utf8->allow_bignum;
$| = 1;

print_line({ protocol => 1 });
while (my $line = <STDIN>) {
    my $asked = $json->decode($line);
    my $result = eval { $service->call(@$asked{qw(operation server request)}) };
    my $refused = $@ =~ s/\s+\z//r;
    print_line({ id => $asked->{id}, $result ? (result => $result) : (refused => $refused) });
}

sub print_line {
    my ($message) = @_;
    print $json->encode($message), "\n";
}
